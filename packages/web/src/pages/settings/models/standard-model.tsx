// Which model agents use that name none of their own.

import { useRead } from '../../../api/use-read.ts'
import { Failure } from '../../../components/failure.tsx'
import { Notice } from '../../../components/notice.tsx'
import { SelectField } from '../../../components/select-field.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { modelStrings } from '../../../models-strings.ts'
import page from '../settings-page.module.css'
import { chooseStandardOptions } from './choose-standard-options.ts'
import { useStandardModel } from './use-standard-model.ts'

export function StandardModel() {
  const models = useRead('listModels', {})
  const standard = useStandardModel()
  const words = modelStrings.standard
  if (!standard.isThere) return null
  return (
    <div className={page.narrow}>
      {standard.error ? <Failure error={standard.error} /> : null}
      {standard.warning === undefined ? null : <Notice tone="wait">{standard.warning}</Notice>}
      {standard.isInFile ? (
        <TextField
          label={words.label}
          value={standard.name ?? words.automatic}
          isReadOnly
          hint={words.fileHint}
        />
      ) : (
        <SelectField
          label={words.label}
          options={chooseStandardOptions(models.data?.items ?? [], standard.name)}
          value={standard.name ?? ''}
          onChange={(name) => standard.choose(name === '' ? null : name)}
          hint={words.hint}
        />
      )}
    </div>
  )
}
