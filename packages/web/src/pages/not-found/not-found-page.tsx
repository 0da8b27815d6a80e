// There is nothing at this address.

import { useLocation } from 'wouter'
import { Button } from '../../components/button.tsx'
import { Plain } from '../../shell/plain.tsx'
import { strings } from '../../strings.ts'

export function NotFoundPage() {
  const [path, navigate] = useLocation()
  const words = strings.notFound
  return (
    <Plain title={words.title} about={words.text(path)}>
      <Button look="primary" onPress={() => navigate('/')}>
        {words.home}
      </Button>
    </Plain>
  )
}
