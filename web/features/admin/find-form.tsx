import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/buttons/button.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import css from './admin.module.css'

/** One field for whatever the operator was told. */
export function FindForm({ input }: { input: string }) {
  const [text, setText] = useState(input)
  const searching = useNavigation().state === 'loading'
  return (
    <Form method="get" className={css.search}>
      <input type="hidden" name="tab" value="accounts" />
      <SearchBox
        label="Ник (и прежний), почта, телефон, платёж, концерт, ИНН"
        name="q"
        maxLength={200}
        aria-keyshortcuts="/"
        value={text}
        onValue={setText}
      />
      <Button type="submit" loading={searching}>
        Найти
      </Button>
    </Form>
  )
}
