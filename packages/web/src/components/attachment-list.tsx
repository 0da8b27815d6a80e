// The files of a message: pictures at their place before they are loaded, opened large with a press; everything else by
// name and size, to be saved.

import { type AttachmentJson, isShownImage } from '@heddle/contract'
import { Download, File } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useFormat } from '../format/format-context.tsx'
import { strings } from '../strings.ts'
import styles from './attachment-list.module.css'
import { chooseShownSize } from './choose-shown-size.ts'
import { useFileAddress } from './file-address.tsx'
import { loadLater } from './load-later.tsx'

interface AttachmentListProps {
  items: readonly AttachmentJson[]
  /** Where there is little room, such as a row of the queue. */
  isSmall?: boolean
}

const lightbox = loadLater(async () => (await import('./lightbox.tsx')).Lightbox)

const roomy = { width: 320, height: 240 }
const tight = { width: 64, height: 40 }

export function AttachmentList({ items, isSmall = false }: AttachmentListProps) {
  lightbox.useSoon()
  const [opened, setOpened] = useState<string | null>(null)
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  if (items.length === 0) return null
  const isPicture = (file: AttachmentJson) => isShownImage(file.mediaType) && !broken.has(file.id)
  const pictures = items.filter(isPicture)
  return (
    <>
      <ul
        aria-label={strings.composer.files.label}
        className={`${styles.list} ${isSmall ? styles.small : ''}`}
      >
        {items.map((file) => (
          <li key={file.id} className={styles.item}>
            {isPicture(file) ? (
              <Picture
                file={file}
                box={isSmall ? tight : roomy}
                onOpen={() => setOpened(file.id)}
                onBroken={() => setBroken((before) => new Set(before).add(file.id))}
              />
            ) : (
              <FileChip file={file} />
            )}
          </li>
        ))}
      </ul>
      {opened === null ? null : (
        <lightbox.Part
          pictures={pictures}
          openedId={opened}
          onOpen={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

interface PictureProps {
  file: AttachmentJson
  box: { width: number; height: number }
  onOpen(): void
  onBroken(): void
}

function Picture({ file, box, onOpen, onBroken }: PictureProps) {
  const addressOf = useFileAddress()
  const { width, height } = chooseShownSize(file, box)
  return (
    <AriaButton
      className={styles.picture ?? ''}
      aria-label={strings.composer.files.open(file.name)}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      onPress={onOpen}
    >
      <img src={addressOf(file.id)} alt="" loading="lazy" decoding="async" onError={onBroken} />
    </AriaButton>
  )
}

function FileChip({ file }: { file: AttachmentJson }) {
  const format = useFormat()
  const addressOf = useFileAddress()
  return (
    <a className={styles.chip} href={addressOf(file.id)} download={file.name} title={file.name}>
      <File size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className="visually-hidden">{strings.composer.files.save} </span>
      <span className={styles.name} dir="auto">
        {file.name}
      </span>
      <span className={styles.size}>{format.size(file.bytes)}</span>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
    </a>
  )
}
