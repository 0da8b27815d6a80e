// The outbox: what waits for somebody first, then all others, each with how far it has come and why.

import { useState } from 'react'
import { FilterGroup } from '../../components/filter-group.tsx'
import { placeStrings } from '../../place-strings.ts'
import { deliveriesPath } from '../../shell/destinations.ts'
import { DeliveryList } from './delivery-list.tsx'
import { OfSession, useAskedDelivery, useAskedSession } from './of-session.tsx'
import { PlacesHead } from './places-head.tsx'
import styles from './places.module.css'

const words = placeStrings.deliveries
const filters = ['all', 'open', 'sent'] as const
type Filter = (typeof filters)[number]

export function DeliveriesPage() {
  const session = useAskedSession()
  const asked = useAskedDelivery()
  const [state, setState] = useState<Filter>('all')
  return (
    <>
      <PlacesHead title={words.title} about={words.about} />
      {session === undefined ? null : (
        <div className={styles.part}>
          <OfSession id={session} all={deliveriesPath} />
        </div>
      )}
      <section aria-labelledby="deliveries-trouble" className={styles.part}>
        <h2 id="deliveries-trouble" tabIndex={-1}>
          {words.trouble}
        </h2>
        <DeliveryList
          label={words.listTrouble}
          headingId="deliveries-trouble"
          query={{ state: 'trouble', ...(session && { session }) }}
          asked={asked}
          isOfTrouble
          none={words.noTrouble}
        />
      </section>
      <section aria-labelledby="deliveries-rest" className={styles.part}>
        <h2 id="deliveries-rest" tabIndex={-1}>
          {words.rest}
        </h2>
        <FilterGroup
          label={words.filter.label}
          values={filters}
          titles={words.filter}
          value={state}
          onChange={setState}
        />
        <DeliveryList
          label={words.list}
          headingId="deliveries-rest"
          query={{ state, ...(session && { session }) }}
          asked={asked}
          none={state === 'all' ? words.none : words.noneFits}
        />
      </section>
    </>
  )
}
