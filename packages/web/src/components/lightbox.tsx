// One picture as large as the window lets it be. Escape closes, the arrow keys lead to the others of the same message.

import type { AttachmentJson } from '@heddle/contract'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useFormat } from '../format/format-context.tsx'
import { strings } from '../strings.ts'
import pressable from './button.module.css'
import { Button } from './button.tsx'
import { useFileAddress } from './file-address.tsx'
import styles from './lightbox.module.css'

interface LightboxProps {
  pictures: readonly AttachmentJson[]
  openedId: string
  onOpen(id: string): void
  onClose(): void
}

export function Lightbox({ pictures, openedId, onOpen, onClose }: LightboxProps) {
  const format = useFormat()
  const addressOf = useFileAddress()
  const words = strings.composer.files
  const place = pictures.findIndex((picture) => picture.id === openedId)
  const picture = pictures[place]
  const go = (by: number) => {
    const target = pictures[place + by]
    if (target) onOpen(target.id)
  }
  if (picture === undefined) return null
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay ?? ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={picture.name} className={styles.dialog ?? ''}>
          <div
            className={styles.inside}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') go(-1)
              if (event.key === 'ArrowRight') go(1)
            }}
          >
            <div className={styles.head}>
              <p className={styles.name} dir="auto" title={picture.name}>
                {picture.name}
              </p>
              <p className={styles.about}>
                {pictures.length > 1 ? `${words.place(place + 1, pictures.length)} · ` : ''}
                {format.size(picture.bytes)}
              </p>
              <a
                href={addressOf(picture.id)}
                download={picture.name}
                className={`${pressable.button} ${pressable.quiet} ${pressable.icon}`}
                aria-label={words.download(picture.name)}
              >
                <Download size={16} strokeWidth={1.5} aria-hidden="true" />
              </a>
              <Button look="quiet" isIcon aria-label={words.close} onPress={onClose}>
                <X size={16} strokeWidth={1.5} aria-hidden="true" />
              </Button>
            </div>
            <div className={styles.stage}>
              <img className={styles.image} src={addressOf(picture.id)} alt={picture.name} />
            </div>
            {pictures.length > 1 ? (
              <div className={styles.arrows}>
                <Button isIcon aria-label={words.previous} isAtRest={place === 0} onPress={() => go(-1)}>
                  <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
                </Button>
                <Button
                  isIcon
                  aria-label={words.next}
                  isAtRest={place === pictures.length - 1}
                  onPress={() => go(1)}
                >
                  <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
                </Button>
              </div>
            ) : null}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
