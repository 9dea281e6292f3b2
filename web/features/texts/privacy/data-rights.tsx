import { Anchor } from '#web/ui/anchor.tsx'
import { Section } from '#web/ui/section.tsx'

type DataRightsProps = {
  /** Where the owner is written to; null where nobody is told. */
  email: string | null
}

/** What a person may ask for, and how what is kept is guarded. */
export function DataRights({ email }: DataRightsProps) {
  return (
    <>
      <Section title="6. Ваши права">
        <p>По 152-ФЗ вы можете:</p>
        <ul>
          <li>узнать, какие ваши данные у нас есть и как они обрабатываются;</li>
          <li>исправить их, потребовать заблокировать или удалить;</li>
          <li>отозвать согласие: мы прекратим обработку и удалим данные в срок до 30 дней;</li>
          <li>пожаловаться в Роскомнадзор или в суд.</li>
        </ul>
        <p>
          Напишите{' '}
          {email !== null && (
            <>
              на{' '}
              <Anchor href={`mailto:${email}`} className="link">
                {email}
              </Anchor>{' '}
              или{' '}
            </>
          )}
          через{' '}
          <Anchor href="/pricing#support" className="link">
            форму поддержки
          </Anchor>
          . Ответим в течение десяти рабочих дней. Чтобы не отдать ваши данные чужому, попросим
          написать с почты, указанной в кабинете.
        </p>
      </Section>
      <Section title="7. Защита и изменения">
        <p>
          Пароли, коды и ключи входа хранятся только в виде хешей, журналы сервера не содержат
          персональных данных, доступ к базе есть только у тех, кому он нужен для работы.
        </p>
        <p>
          Когда документ меняется по смыслу, у него появляется новая редакция с новой датой.
          Согласие, данное на прежнюю редакцию, на новую не распространяется.
        </p>
      </Section>
    </>
  )
}
