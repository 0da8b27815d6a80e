// There is nothing at this address, said within the house: a page that is turned off.

import { useLocation } from 'wouter'
import { Button } from '../../components/button.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import styles from './nothing-here.module.css'

export function NothingHere() {
  const [path, navigate] = useLocation()
  const words = strings.notFound
  return (
    <>
      <PageHeader title={words.title} about={words.text(path)} />
      <div className={styles.way}>
        <Button look="primary" onPress={() => navigate('/')}>
          {words.home}
        </Button>
      </div>
    </>
  )
}
