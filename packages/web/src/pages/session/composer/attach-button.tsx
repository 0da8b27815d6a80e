// Chooses files from the device.

import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { strings } from '../../../strings.ts'

export function AttachButton({ isAtRest, onFiles }: { isAtRest: boolean; onFiles(files: File[]): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="quiet"
        isIcon
        aria-label={strings.composer.files.add}
        isAtRest={isAtRest}
        onPress={() => input.current?.click()}
      >
        <Paperclip size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={strings.composer.files.add}
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </>
  )
}
