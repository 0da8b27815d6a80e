// The files that go along with the message, above its text: how far each has come, and what can be done about it.

import { type AttachmentJson, isShownImage } from '@heddle/contract'
import { File, RotateCw, X } from 'lucide-react'
import type { CallError } from '../../../api/call-error.ts'
import { explainError } from '../../../api/explain-error.ts'
import { Button } from '../../../components/button.tsx'
import { useFileAddress } from '../../../components/file-address.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import type { Format } from '../../../format/format.ts'
import { useLive } from '../../../live/live-context.tsx'
import type { Upload } from '../../../live/uploads.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { strings } from '../../../strings.ts'
import styles from './attachment-tray.module.css'
import { mayUploadAgain } from './choose-attached.ts'

interface AttachmentTrayProps {
  sessionId: string
  uploads: readonly Upload[]
  /** Nothing is left to have the focus. */
  onLeave(): void
}

export function AttachmentTray({ sessionId, uploads, onLeave }: AttachmentTrayProps) {
  const { uploads: store } = useLive()
  const toast = useToast()
  const words = strings.composer.files
  if (uploads.length === 0) return null
  const remove = (upload: Upload, place: number) => {
    store.remove(sessionId, upload.id)
    onLeave()
    if (upload.state !== 'done') return
    const undo = () => store.adopt(sessionId, [upload.file], place)
    toast({ text: words.removed(upload.name), undo })
  }
  return (
    <ul aria-label={words.label} className={styles.tray}>
      {uploads.map((upload, place) => (
        <Item
          key={upload.id}
          upload={upload}
          onRetry={() => store.retry(sessionId, upload.id)}
          onRemove={() => remove(upload, place)}
        />
      ))}
    </ul>
  )
}

function Item({ upload, onRetry, onRemove }: { upload: Upload; onRetry(): void; onRemove(): void }) {
  const words = strings.composer.files
  const isOnItsWay = upload.state === 'waiting' || upload.state === 'uploading'
  return (
    <li className={`${styles.item} ${upload.state === 'failed' ? styles.failed : ''}`}>
      <Face upload={upload} />
      <div className={styles.words}>
        <span className={styles.name} dir="auto" title={upload.name}>
          {upload.name}
        </span>
        <State upload={upload} />
      </div>
      {upload.state === 'failed' && mayUploadAgain(upload.problem) ? (
        <Button look="quiet" isIcon aria-label={words.retryNamed(upload.name)} onPress={onRetry}>
          <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      ) : null}
      <Button
        look="quiet"
        isIcon
        aria-label={isOnItsWay ? words.cancel(upload.name) : words.remove(upload.name)}
        onPress={onRemove}
      >
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {upload.state === 'uploading' ? (
        <progress
          className={styles.progress}
          aria-label={words.progress(upload.name)}
          max={1}
          value={upload.part}
        />
      ) : null}
    </li>
  )
}

function State({ upload }: { upload: Upload }) {
  const format = useFormat()
  const words = strings.composer.files
  switch (upload.state) {
    case 'waiting':
      return <span className={styles.about}>{`${format.size(upload.bytes)} · ${words.waiting}`}</span>
    case 'uploading':
      return <span className={styles.about}>{words.uploading(format.percent(upload.part))}</span>
    case 'failed':
      return (
        <span role="alert" className={styles.problem}>
          {`${words.failed}: ${reasonOf(upload.problem, format)}`}
        </span>
      )
    case 'done':
      return <span className={styles.about}>{format.size(upload.bytes)}</span>
  }
}

/** In one short line: the title where we have words of our own, else the sentence of the server. */
function reasonOf(problem: CallError, format: Format): string {
  const { title, text } = explainError(problem, format)
  return title === strings.errors.refused.title ? text : title
}

/** What was drawn when it was chosen; after a reload, what the server has. */
function Face({ upload }: { upload: Upload }) {
  if (upload.picture !== undefined) return <img src={upload.picture} alt="" className={styles.picture} />
  if (upload.state === 'done' && isShownImage(upload.mediaType)) return <Stored file={upload.file} />
  return (
    <span className={styles.icon}>
      <File size={20} strokeWidth={1.5} aria-hidden="true" />
    </span>
  )
}

function Stored({ file }: { file: AttachmentJson }) {
  const addressOf = useFileAddress()
  return <img src={addressOf(file.id)} alt="" className={styles.picture} decoding="async" />
}
