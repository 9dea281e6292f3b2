import { useEffect, useMemo, useState } from 'react'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { PayoutNumber } from '#contract/payout.ts'
import type { Settings } from '#contract/shapes.ts'
import type { PaymentSettings } from '#domain/payments/payment-settings.ts'
import { samePayoutAddress } from '#domain/payments/payment-settings.ts'
import type { FieldRefusals } from '#domain/refusal.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { call } from '#web/lib/calls/call.ts'
import { changedFields } from '#web/lib/changed-fields.ts'
import { withProof } from '#web/lib/device/passkeys.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import type { Saving } from '#web/lib/use-saving.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { PaymentFields, SettingsFields } from './settings-fields.ts'
import {
  changeOf,
  fieldsOf,
  fieldsShown,
  hasChanged,
  validateSettings,
  mergeAnswer,
} from './settings-fields.ts'

const NAME = 'settings-draft'

/** `began`: the saved fields that the typed ones began with. */
type Draft = { username: string; fields: SettingsFields; began: SettingsFields }

/** Whether `other` has all the fields of `like`, with the same types. */
function sameShape(like: unknown, other: unknown): boolean {
  if (Array.isArray(like))
    return Array.isArray(other) && other.every((row) => typeof row === 'string')
  if (typeof like !== 'object' || like === null) return typeof like === typeof other
  if (typeof other !== 'object' || other === null) return false
  const values = new Map(Object.entries(other))
  return Object.entries(like).every(([name, value]) => sameShape(value, values.get(name)))
}

function isDraft(draft: unknown, like: SettingsFields): draft is Draft {
  return sameShape({ username: '', fields: like, began: like }, draft)
}

/** Stores the typed values for this tab: they survive a reload and another login of the same artist. */
export function saveDraft(username: string, fields: SettingsFields, began: SettingsFields): void {
  writeStored(NAME, JSON.stringify({ username, fields, began } satisfies Draft), 'sessionStorage')
}

/** Deletes the draft, once it is saved or discarded. */
function dropDraft(): void {
  writeStored(NAME, null, 'sessionStorage')
}

/** Deletes this artist's draft and returns the loaded fields with what was typed. Null when there is none, or its shape differs. */
export function takeDraft(username: string, loaded: SettingsFields): SettingsFields | null {
  const savedFields = readStored(NAME, 'sessionStorage')
  dropDraft()
  if (savedFields === null) return null
  try {
    const draft: unknown = JSON.parse(savedFields)
    return isDraft(draft, loaded) && draft.username === username
      ? mergeAnswer(draft.fields, draft.began, loaded)
      : null
  } catch {
    return null
  }
}

export type OwnSettings = {
  settings: Settings
  /** Null when the request failed: the settings can be changed all the same. */
  number: PayoutNumber | null
  /** The fields with what was typed and not saved before a reload or another login. */
  draft: SettingsFields | null
  /** The account has a role of an operator. */
  operates: boolean
}

export async function loadSettings({ role }: SignedIn): Promise<OwnSettings> {
  const [settings, number] = await Promise.all([
    call(api.page.getAccountInfo, {}),
    orWhenUnavailable(call(api.payment.number, {}), null),
  ])
  const { artistUsername } = settings.baseAccountInfoDTO
  const draft = takeDraft(artistUsername, fieldsOf(settings))
  return { settings, number, draft, operates: role !== 'ARTIST' }
}

export type SettingsForm = {
  fields: SettingsFields
  payment: PaymentFields
  /** The errors of fields that have not been changed since. */
  errors: FieldRefusals
  formOf: Saving['formOf']
  saving: boolean
  /** Why the form is not saved; null when there is no message. */
  message: { tone: 'plain' | 'bad'; text: string } | null
  /** Typed to save another number for payouts; not stored in the draft. */
  currentPassword: string
  /** The fields hold another number for payouts than the saved one; saving it requires the password, where no key does. */
  asksPassword: boolean
  /** The same, where the account has a key: the browser asks for it. */
  asksKey: boolean
  /** Something typed is not saved yet. */
  changed: boolean
  change(part: Partial<SettingsFields>): void
  changePayment(part: Partial<PaymentFields>): void
  typePassword(currentPassword: string): void
  /** Shows an error and returns true when the required password is missing; false otherwise. */
  missesPassword(): boolean
  /** Shows the errors at the fields. */
  refuse: Saving['refuse']
  /** Saves the whole form and shows the result. */
  save(): Promise<boolean>
  /** Saves this part at once and without a message, unless it is already saved. */
  savePayment(part: Partial<PaymentSettings>): Promise<void>
}

const NONE: FieldRefusals = {}
const NO_PASSWORD: FieldRefusals = { currentPassword: 'Введите текущий пароль' }
const CHECK_MARKED_FIELDS = { tone: 'bad', text: 'Проверьте отмеченные поля.' } as const
const RETURNED = { tone: 'plain', text: 'Мы вернули то, что вы не успели сохранить.' } as const

/** The state of the settings form, from the loaded values to the saved ones. */
export function useSettingsForm({ settings, number, draft }: OwnSettings): SettingsForm {
  const [saved, setSaved] = useState(settings)
  const savedFields = useMemo(() => fieldsOf(saved), [saved])
  const [fields, setFields] = useState(draft ?? savedFields)
  const saving = useForm({ fieldsOf: (failure) => fieldsShown(failure.fields ?? NONE) })
  const { errors, refuse } = saving
  const [message, setMessage] = useState<SettingsForm['message']>(draft === null ? null : RETURNED)
  const [currentPassword, setCurrentPassword] = useState('')
  const toast = useToast()
  const { artistUsername } = saved.baseAccountInfoDTO
  const changed = hasChanged(savedFields, fields)
  useEffect(() => {
    if (changed) saveDraft(artistUsername, fields, savedFields)
    else dropDraft()
  }, [artistUsername, changed, fields, savedFields])
  // The user confirmed leaving the page, so the draft is discarded.
  useEffect(() => dropDraft, [])
  const otherNumber = !samePayoutAddress(savedFields.payment, fields.payment)
  const asksKey = otherNumber && number?.byKey === true
  const asksPassword = otherNumber && !asksKey

  async function send(change: BodyOf<typeof api.auth.update>) {
    const body = { ...change, ...(asksPassword && { currentPassword }) }
    const answer: AnswerOf<typeof api.auth.update> = await withProof(() =>
      call(api.auth.update, { body }),
    )
    setSaved(answer)
    setCurrentPassword('')
    return answer
  }

  const allCorrected = message === CHECK_MARKED_FIELDS && Object.keys(errors).length === 0

  return {
    fields,
    payment: fields.payment,
    errors,
    formOf: saving.formOf,
    saving: saving.saving,
    message: allCorrected ? null : message,
    currentPassword,
    asksPassword,
    asksKey,
    changed,
    refuse,

    typePassword(typed) {
      setCurrentPassword(typed)
      saving.correct(['currentPassword'])
    },

    missesPassword() {
      const missing = asksPassword && currentPassword === ''
      if (missing) refuse(NO_PASSWORD)
      return missing
    },

    change(part) {
      setFields((before) => ({ ...before, ...part }))
      saving.correct(Object.keys(part))
      // A link that moves up takes another row, so the errors of all rows are hidden.
      if (part.links)
        saving.correct(Object.keys(errors).filter((name) => name.startsWith('socialMedia')))
    },

    changePayment(part) {
      setFields((before) => ({ ...before, payment: { ...before.payment, ...part } }))
      saving.correct(Object.keys(part).filter((name) => name !== 'description'))
      if (part.description !== undefined) saving.correct(['paymentDTO.description'])
      // Free orders need neither phone nor bank.
      if (part.paidSongsEnabled === false) saving.correct(['phoneNumber', 'sbpNumberId'])
    },

    async save() {
      const validated = validateSettings(fields)
      const missing = asksPassword && currentPassword === '' ? NO_PASSWORD : NONE
      if ('errors' in validated || missing !== NONE) {
        refuse({ ...('errors' in validated ? fieldsShown(validated.errors) : NONE), ...missing })
        setMessage(CHECK_MARKED_FIELDS)
        return false
      }
      return saving.save(
        async () => {
          const answered = fieldsOf(await send(changeOf(savedFields, fields, validated.values)))
          setFields((now) => mergeAnswer(now, fields, answered))
          setMessage(null)
          toast('Настройки сохранены')
        },
        ({ fields: wrong, message: text }) =>
          setMessage(
            Object.keys(fieldsShown(wrong)).length > 0
              ? CHECK_MARKED_FIELDS
              : { tone: 'bad', text },
          ),
      )
    },

    async savePayment(part) {
      const change = changedFields(part, saved.paymentDTO, part)
      if (Object.keys(change).length === 0) return
      const answered = fieldsOf(await send({ paymentDTO: change }))
      setFields((now) => mergeAnswer(now, savedFields, answered))
    },
  }
}
