import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import { orElse } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { ByAddress } from '#web/parts/by-address.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextPage } from './text-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Проверка места по IP — Бис',
    description: 'Пробный вызов: где находится адрес, с которого открыта страница.',
    path: '/super/secret',
    publicUrl: publicUrlIn(matches),
    noindex: true,
  })

type Answer = { place: string } | { failed: string }

/** Available only where test calls are enabled; elsewhere it is an ordinary 404. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Answer> {
  if (!context.get(serverApi).testCalls) throw data(null, { status: 404 })
  return orElse(
    callFrom(context)(api.test.getLocationByIp, {}).then((place) => ({ place })),
    ({ message }) => ({ failed: message }),
  )
}

/** The test call of a location by IP, made when the page is opened. */
export default function Secret() {
  const answer = useLoaderData<typeof loader>()
  return (
    <TextPage title="Место по IP" lead="Проверочная страница: пробный вызов с вашего адреса.">
      <Section title="Ответ">
        {'failed' in answer ? (
          <FieldNote id="place-error" error={answer.failed} />
        ) : (
          <>
            <output>{answer.place}</output>
            <ByAddress />
          </>
        )}
        <div>
          <Button href="/super/secret">Спросить ещё раз</Button>
        </div>
      </Section>
    </TextPage>
  )
}
