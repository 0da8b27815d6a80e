// The head that both pages about places share.

import { TabLinks } from '../../components/tab-links.tsx'
import { placeStrings } from '../../place-strings.ts'
import { PageHeader } from '../../shell/page-header.tsx'
import { deliveriesPath, placesPath } from '../../shell/destinations.ts'

const { tabs } = placeStrings
const links = [
  { href: placesPath, title: tabs.bindings },
  { href: deliveriesPath, title: tabs.deliveries },
]

export function PlacesHead({ title, about }: { title: string; about: string }) {
  return (
    <>
      <PageHeader title={title} about={about} />
      <TabLinks label={tabs.label} links={links} />
    </>
  )
}
