// Something to know, in place: what happened, what is safe, what to do.

import { CircleAlert, Info } from 'lucide-react'
import styles from './notice.module.css'

interface NoticeProps {
  tone?: 'bad' | 'wait' | 'info'
  title?: string
  /** True for an error that came up just now: it is read out. */
  isAlert?: boolean
  action?: React.ReactNode
  children?: React.ReactNode
}

export function Notice({ tone = 'info', title, isAlert = false, action, children }: NoticeProps) {
  const Icon = tone === 'info' ? Info : CircleAlert
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={isAlert ? 'alert' : undefined}>
      <Icon className={styles.icon} size={16} strokeWidth={1.5} aria-hidden="true" />
      <div className={styles.words}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div className={styles.text}>{children}</div> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}
