import { Section } from '#web/ui/layout/section.tsx'

/** The consent to the processing of personal data, as the owner of an account gives it. */
export function ConsentText() {
  return (
    <>
      <Section title="Что храним">
        <ul>
          <li>имя, почту и телефон для выплат</li>
          <li>страницу, песни и концерты</li>
          <li>устройства, с которых вы входили</li>
        </ul>
      </Section>
      <Section title="Зачем">
        <ul>
          <li>показать вас слушателям</li>
          <li>перевести вам деньги и выдать чеки</li>
        </ul>
      </Section>
      <Section title="Как отозвать">
        <p>В «Безопасности» или письмом. Отзыв удалит аккаунт: без этих данных он не работает.</p>
      </Section>
    </>
  )
}
