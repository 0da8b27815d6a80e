// The gallery: every component in every state, without a server. /gallery shows all parts and lists the pages;
// /gallery/<id> shows one fixture alone. `?theme=light|dark` and `?density=compact` are read by public/theme.js.

import { Link, useRoute } from 'wouter'
import { galleryStrings } from '../gallery-strings.ts'
import type { Fixture } from './fixture.ts'
import { fixtures } from './fixtures.tsx'
import styles from './gallery.module.css'
import { Stage, useActed } from './stage.tsx'

export function Gallery() {
  const [, params] = useRoute('/gallery/:id')
  const fixture = fixtures.find((candidate) => candidate.id === params?.id)
  return fixture ? <Alone key={fixture.id} fixture={fixture} /> : <Everything />
}

function Alone({ fixture }: { fixture: Fixture }) {
  const isReady = useActed(fixture)
  return (
    <div data-fixture={fixture.id} data-ready={isReady ? '' : undefined}>
      {fixture.kind === 'page' ? (
        <Stage fixture={fixture}>{fixture.render()}</Stage>
      ) : (
        <main className={styles.page}>
          <p className={styles.back}>
            <Link href="/gallery">{galleryStrings.all}</Link>
          </p>
          <h1>{fixture.group}</h1>
          <Specimen fixture={fixture} />
        </main>
      )}
    </div>
  )
}

function Everything() {
  const groups = Map.groupBy(fixtures, (fixture) => fixture.group)
  return (
    <main className={styles.page} data-fixture="" data-ready="">
      <h1>{galleryStrings.title}</h1>
      <p>{galleryStrings.about}</p>
      {[...groups].map(([group, members]) => (
        <section key={group} className={styles.group}>
          <h2>{group}</h2>
          {members.map((fixture) =>
            fixture.kind === 'part' ? (
              <Specimen key={fixture.id} fixture={fixture} />
            ) : (
              <Link
                key={fixture.id}
                href={`/gallery/${fixture.id}`}
                className={styles.link}
                data-fixture-id={fixture.id}
              >
                {fixture.name}
              </Link>
            ),
          )}
        </section>
      ))}
    </main>
  )
}

function Specimen({ fixture }: { fixture: Fixture }) {
  return (
    <figure className={styles.specimen} data-fixture-id={fixture.id}>
      <figcaption>{fixture.name}</figcaption>
      <Stage fixture={fixture}>{fixture.render()}</Stage>
    </figure>
  )
}
