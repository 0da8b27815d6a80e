// Name, handle, time zone, password and linked accounts of the person who is signed in.

import { PageHeader } from '../../shell/page-header.tsx'
import { accountStrings } from '../../account-strings.ts'
import { strings } from '../../strings.ts'
import { LinksBlock } from './links/links-block.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './settings-page.module.css'

export function YouSection() {
  const words = accountStrings.you
  return (
    <>
      <PageHeader title={strings.settings.sections.you} about={words.about} />
      <div className={styles.narrow}>
        <ProfileForm />
      </div>
      <section className={styles.block} aria-labelledby="password-title">
        <div>
          <h2 id="password-title">{words.passwordTitle}</h2>
          <p className={styles.about}>{words.passwordAbout}</p>
        </div>
        <div className={styles.narrow}>
          <PasswordForm />
        </div>
      </section>
      <LinksBlock />
    </>
  )
}
