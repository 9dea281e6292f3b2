import { useState, useSyncExternalStore } from 'react'
import { checkReceiptTo } from '#domain/payments/receipt.ts'
import { Refusal } from '#domain/refusal.ts'
import { readReceiptTo, storeReceiptTo, watchStored } from '#web/lib/device/device-memory.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Field } from '#web/ui/fields/field.tsx'

type ReceiptFieldProps = { error: string | null; typedAtFirst?: string | undefined }

/** The field for the address of the payer's receipt, stored on this device; nothing where no receipts are made. */
export function ReceiptField({ error, typedAtFirst }: ReceiptFieldProps) {
  const { receipts = false } = useSiteFacts()
  const stored = useSyncExternalStore(watchStored, readReceiptTo, () => '')
  const [typed, setTyped] = useState(typedAtFirst ?? null)
  if (!receipts) return null
  return (
    <Field
      name="receiptTo"
      label="Почта или телефон для чека"
      autoComplete="email"
      value={typed ?? stored}
      onChange={(event) => setTyped(event.target.value)}
      error={error}
      help="Можно не указывать"
    />
  )
}

/** Returns why the receipt cannot go there, or null; stores a valid address. */
export function refusedReceipt(typed: string | undefined): string | null {
  if (typed === undefined) return null
  try {
    checkReceiptTo(typed)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return refusal.message
  }
  storeReceiptTo(typed)
  return null
}

/** Sending accepts the offer: it is one press away from every form that does so. A new tab preserves what was typed. */
export function OfferNote() {
  const { offerUrl } = useSiteFacts()
  return (
    <p className="t-s muted">
      Отправляя, вы принимаете{' '}
      <Anchor href={offerUrl} target="_blank" rel="noopener" className="link">
        публичную оферту
      </Anchor>
      .
    </p>
  )
}
