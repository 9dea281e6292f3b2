import assert from 'node:assert/strict'
import type { SandboxFault } from '#packages/tbank-sandbox/fault.ts'
import type { Operator } from '#packages/tbank-sandbox/operator.ts'
import { idAt, paymentState } from '../at-the-bank.ts'
import type { ModelCrashPoint } from '../crashes.ts'
import type { ModelAction } from '../action.ts'
import { picked } from '../model.ts'
import type { Bill } from '../model.ts'

/** From now on something fails at the bank, or on the way to it or from it. */
export function fault(wrong: SandboxFault): ModelAction {
  const { kind, ...more } = wrong
  return {
    label: `fault(${kind}${Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''})`,
    async does(evening, model) {
      await evening.world.bank.faults.set(wrong)
      if (!kind.startsWith('notice')) model.mayFail = true
    },
  }
}

export const clearFaults: ModelAction = {
  label: 'clearFaults()',
  async does({ world, system }, model) {
    await world.bank.faults.clear()
    await system.crashes.disarm()
    model.mayFail = false
  },
}

/** The process crashes at this point, the next time that it gets there. */
export function crash(point: ModelCrashPoint): ModelAction {
  return {
    label:
      point.at === 'write'
        ? `crash(at write ${point.nth})`
        : `crash(${point.when} the next bank answer)`,
    async does(evening, model) {
      await evening.system.crashes.arm(point)
      model.mayFail = true
    },
  }
}

/** The bank sends the last notice of a payment once more. */
export function repeatNotice(pick: number): ModelAction {
  return {
    label: `repeatNotice(${pick})`,
    needs: ({ bills }) => bills.length > 0,
    async does(evening, model) {
      const id = await idAt(evening, picked(model.bills, pick).link)
      await evening.world.bank.operator.resend(id)
    },
  }
}

/** Sends a forged CONFIRMED notice: nothing is changed but the inbox. */
export function forgeNotice(pick: number): ModelAction {
  return {
    label: `forgeNotice(${pick})`,
    needs: ({ bills }) => bills.length > 0,
    async does(evening, model) {
      const { world } = evening
      const { id, link } = picked(model.bills, pick)
      const before = await paymentState(evening, id)
      await world.bank.operator.forge(await idAt(evening, link))
      await world.bank.idle()
      assert.deepEqual(await paymentState(evening, id), before, 'a forged notice changed something')
    },
  }
}

function atItsDesk(
  label: string,
  pick: number,
  work: (operator: Operator, id: string) => Promise<void>,
  then: (bill: Bill) => void = () => {},
): ModelAction {
  return {
    label: `${label}(${pick})`,
    needs: ({ bills }) => bills.length > 0,
    async does(evening, model) {
      const bill = picked(model.bills, pick)
      try {
        await work(evening.world.bank.operator, await idAt(evening, bill.link))
      } catch (error) {
        if (error instanceof RangeError) return
        throw error
      }
      then(bill)
    },
  }
}

/** The bank's own operator refunds the payment, or closes the page. */
export const takeBack = (pick: number) =>
  atItsDesk(
    'refundFromCabinet',
    pick,
    (desk, id) => desk.refund(id),
    (bill) => {
      bill.takenBack = true
    },
  )

/** The same with a share of what the payment has, below the whole. A check is not a listener's money, and needs a person. */
export function takeBackPart(pick: number, share: number): ModelAction {
  return {
    label: `refundPartFromCabinet(${pick}, ${share})`,
    needs: ({ bills }) => bills.length > 0,
    async does(evening, model) {
      const bill = picked(model.bills, pick)
      const id = await idAt(evening, bill.link)
      const { payments } = await evening.world.bank.books()
      const at = payments.find((one) => one.id === id)
      const isHeld = at?.status === 'AUTHORIZED' || at?.status === 'PARTIAL_REVERSED'
      if (at === undefined || bill.kind === 'check' || (!isHeld && at.captured === 0)) return
      const left = isHeld ? at.amount : at.captured - at.refunded - at.refunding
      const part = Math.floor(left * share)
      try {
        if (part > 0) await evening.world.bank.operator.refund(id, part)
      } catch (error) {
        if (error instanceof RangeError) return
        throw error
      }
      bill.parts[isHeld ? 'letGo' : 'givenBack'] += part
    },
  }
}

/** A payer disputes the payment and gets his money back; we read of it in the registry. */
export const chargeBack = (pick: number) =>
  atItsDesk('chargeBack', pick, (desk, id) => desk.chargeBack(id))

/** We win that dispute. */
export const winDispute = (pick: number) =>
  atItsDesk('winDispute', pick, (desk, id) => desk.winDispute(id))
