// One token: its name, what it may do, when it was used and when it ends.

import type { TokenJson } from '@heddle/contract'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { settingStrings } from '../../settings-strings.ts'

export function TokenRow({ token, onRevoke }: { token: TokenJson; onRevoke(): void }) {
  const format = useFormat()
  const words = settingStrings.tokens
  const isOver = token.expiresAt !== null && format.isPast(token.expiresAt)
  return (
    <li className={rows.row} data-row={token.id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <span className={rows.text} title={token.name}>
            {token.name}
          </span>
          {isOver ? <Chip glyph="failed">{words.expired}</Chip> : null}
        </div>
        <div className={rows.below}>
          <span>{token.scopes.map((scope) => words.scopes[scope].title).join(', ')}</span>
          <span>
            {token.lastUsedAt === null ? (
              words.neverUsed
            ) : (
              <>
                {words.lastUsed} <Moment at={token.lastUsedAt} />
              </>
            )}
          </span>
          <span>
            {token.expiresAt === null ? (
              words.neverExpires
            ) : (
              <>
                {isOver ? words.endedAt : words.endsAt} <Moment at={token.expiresAt} style="day" />
              </>
            )}
          </span>
        </div>
      </div>
      <Button look="quiet" aria-label={words.revokeNamed(token.name)} onPress={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  )
}
