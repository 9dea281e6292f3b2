import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Section } from '#web/ui/section.tsx'
import { AccountLine } from './account-line.tsx'
import { AdminFrame } from './admin-frame.tsx'
import type { AccountsPart } from './load-admin.ts'
import { MoreButton } from './more-button.tsx'
import { usePages } from './use-pages.ts'
import css from './accounts-tab.module.css'

export type AccountsTabProps = {
  first: AccountsPart
  /** What was searched for. */
  input: string
}

const partOf = ({ accounts, cursor }: AccountsPart) => ({ rows: accounts, cursor })

/** Every account, or those that a few letters find. */
export function AccountsTab({ first, input }: AccountsTabProps) {
  const [text, setText] = useState(input)
  const searching = useNavigation().state === 'loading'
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.accounts, { query: { cursor, input } })),
  )
  return (
    <AdminFrame tab="accounts">
      <Section title="Аккаунты">
        <Form method="get" className={css.search}>
          <input type="hidden" name="tab" value="accounts" />
          <SearchBox
            label="Никнейм, имя или почта"
            name="q"
            maxLength={200}
            value={text}
            onValue={setText}
          />
          <Button type="submit" loading={searching}>
            Найти
          </Button>
        </Form>
        {pages.rows.length === 0 && <EmptyState text="Никого не нашлось." muted />}
        <ul>
          {pages.rows.map((account) => (
            <AccountLine key={account.id} account={account} />
          ))}
        </ul>
        <MoreButton pages={pages} />
      </Section>
    </AdminFrame>
  )
}
