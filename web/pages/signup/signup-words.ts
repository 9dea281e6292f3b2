import type { Step } from '#web/parts/step-progress.tsx'
import type { SignupForm } from './signup-form.ts'

type Words = { heading: string; intro: string }

const STEPS: Record<Step, Words> = {
  1: {
    heading: 'Придумайте никнейм и пароль',
    intro: 'С ними вы будете входить в «Бис».',
  },
  2: {
    heading: 'Кто выходит на сцену?',
    intro: 'Так вас увидят слушатели. Имя можно поменять в настройках.',
  },
  3: {
    heading: 'Куда прислать код?',
    intro: 'Почта нужна для входа и уведомлений о выплатах.',
  },
}

/** What a step asks. */
export function signupWords(step: Step, { codeSent, email }: SignupForm): Words {
  if (step < 3 || !codeSent) return STEPS[step]
  return {
    heading: 'Введите код из письма',
    intro: `Отправили на ${email.trim()}. Проверьте и папку «Спам».`,
  }
}
