// Catches what breaks while a page is drawn, or a part of the program that could not be loaded because the server was
// upgraded meanwhile. A reload mends both.

import { Component, type ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Loom } from '../components/loom.tsx'
import { strings } from '../strings.ts'
import plain from './plain.module.css'

interface State {
  isBroken: boolean
}

export class ProblemBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false }

  static getDerivedStateFromError(): State {
    return { isBroken: true }
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken onReload={() => window.location.reload()} /> : this.props.children
  }
}

/** Stands on its own: whatever it might ask for could be what broke. */
export function Broken({ onReload }: { onReload(): void }) {
  return (
    <main className={plain.plain}>
      <div className={plain.column}>
        <Loom>
          <div className={plain.head}>
            <h1>{strings.errors.broken.title}</h1>
            <p className={plain.about}>{strings.errors.broken.text}</p>
          </div>
          <Button look="primary" onPress={onReload}>
            {strings.errors.broken.reload}
          </Button>
        </Loom>
      </div>
    </main>
  )
}
