// The head that both pages about places share. What is looked at of one session stays so from the one to the other.

import { TabLinks } from '../../components/tab-links.tsx'
import { placeStrings } from '../../place-strings.ts'
import { PageHeader } from '../../shell/page-header.tsx'
import { deliveriesPath, placesPath } from '../../shell/destinations.ts'
import { useAskedSession } from './of-session.tsx'

const { tabs } = placeStrings

export function PlacesHead({ title, about }: { title: string; about: string }) {
  const session = useAskedSession()
  const query = session === undefined ? '' : `?session=${encodeURIComponent(session)}`
  const links = [
    { href: `${placesPath}${query}`, title: tabs.bindings },
    { href: `${deliveriesPath}${query}`, title: tabs.deliveries },
  ]
  return (
    <>
      <PageHeader title={title} about={about} />
      <TabLinks label={tabs.label} links={links} />
    </>
  )
}
