// The report for other programs: copied, or saved as a file.

import type { UsageReportJson } from '@heddle/contract'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/copy-text.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { usageStrings } from '../../usage-strings.ts'
import styles from './usage-page.module.css'
import { writeCsv } from './write-csv.ts'

export function CsvButtons({ report }: { report: UsageReportJson }) {
  const announce = useAnnounce()
  const [copied, setCopied] = useState<UsageReportJson | null>(null)
  const words = usageStrings.csv
  const copy = async () => {
    const isDone = await copyText(writeCsv(report), null)
    if (isDone) setCopied(report)
    announce(isDone ? words.copied : words.notCopied)
  }
  const isCopied = copied === report
  const CopyIcon = isCopied ? Check : Copy
  return (
    <div className={styles.csv}>
      <Button onPress={() => void copy()}>
        <CopyIcon size={16} strokeWidth={1.5} aria-hidden="true" />
        {isCopied ? words.copied : words.copy}
      </Button>
      <Button onPress={() => download(report)}>
        <Download size={16} strokeWidth={1.5} aria-hidden="true" />
        {words.download}
      </Button>
    </div>
  )
}

function download(report: UsageReportJson): void {
  const file = new Blob([writeCsv(report)], { type: 'text/csv;charset=utf-8' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = usageStrings.csv.file(report.from, report.to, report.of)
  link.click()
  URL.revokeObjectURL(address)
}
