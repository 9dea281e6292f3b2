import type { Documents, SandboxConditions } from './documents.ts'
import type { Store, StoredDocument } from './store.ts'

type Kind = keyof Documents

/** The documents of one kind, in memory. */
export type Shelf<T> = {
  get(id: string): T | undefined
  /** By another unique name of it. */
  find(name: string): T | undefined
  all(): T[]
  /** Those whose time has come, the longest due first. */
  due(now: number): T[]
  put(document: T): T
}

/** Everything that the bank has. */
export type State = { readonly [K in Kind]: Shelf<Documents[K]> }

/** The state while nobody else changes it, and the bank's time. */
export type BankSession = {
  readonly state: State
  /** Our clock plus the operator's shift. */
  readonly now: number
  /** Whether the merchant is to be told of something. */
  tells: boolean
}

/** The merchant's opening balance, kopecks. */
export const FLOAT = 100_000_000

const AT_FIRST: SandboxConditions = {
  id: 'now',
  dueAt: null,
  float: FLOAT,
  offsetMs: 0,
  faults: [],
}

export function conditionsOf({ conditions }: State): SandboxConditions {
  return conditions.get(AT_FIRST.id) ?? AT_FIRST
}

/** The other names of a document. */
const NAMES: { readonly [K in Kind]?: (document: Documents[K]) => readonly string[] } = {
  payment: ({ orderId, link }) => [`order ${orderId}`, `link ${link}`],
  payout: ({ orderId }) => [`order ${orderId}`],
}

function makeShelf<T extends { id: string; dueAt: number | null }>(
  namesOf: (document: T) => readonly string[] = () => [],
) {
  const byId = new Map<string, T>()
  const byName = new Map<string, string>()
  const waiting = new Set<string>()
  return {
    get: (id: string) => byId.get(id),
    find: (name: string) => byId.get(byName.get(name) ?? ''),
    all: () => [...byId.values()],
    due: (now: number) =>
      [...waiting]
        .flatMap((id) => byId.get(id) ?? [])
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
        .toSorted((one, other) => Number(one.dueAt) - Number(other.dueAt)),
    put(document: T): T {
      byId.set(document.id, document)
      for (const name of namesOf(document)) byName.set(name, document.id)
      if (document.dueAt === null) waiting.delete(document.id)
      else waiting.add(document.id)
      return document
    },
    remove(document: T): void {
      byId.delete(document.id)
      for (const name of namesOf(document)) byName.delete(name)
      waiting.delete(document.id)
    },
  }
}

/** The shelf that notes what is put onto it, and can take that back. */
function noted<T extends { id: string; dueAt: number | null }>(
  shelf: ReturnType<typeof makeShelf<T>>,
) {
  let before = new Map<string, T | undefined>()
  return {
    ...shelf,
    put(document: T): T {
      if (!before.has(document.id)) before.set(document.id, shelf.get(document.id))
      return shelf.put(document)
    },
    /** What was put since the last time. */
    changed: () => [...before.keys()].flatMap((id) => shelf.get(id) ?? []),
    done(): void {
      before = new Map()
    },
    takeBack(): void {
      for (const [id, was] of before) {
        const now = shelf.get(id)
        if (was !== undefined) shelf.put(was)
        else if (now !== undefined) shelf.remove(now)
      }
      before = new Map()
    },
    /** Puts what another process has kept. */
    read: (body: string) => void shelf.put(JSON.parse(body) as T),
  }
}

/** The whole state in memory, in step with its store. */
export function openState(store: Store, now: () => Date) {
  const shelves = {
    payment: noted(makeShelf(NAMES.payment)),
    payout: noted(makeShelf(NAMES.payout)),
    operation: noted(makeShelf<Documents['operation']>()),
    notice: noted(makeShelf<Documents['notice']>()),
    conditions: noted(makeShelf<Documents['conditions']>()),
  }
  const kinds = Object.keys(shelves) as Kind[]
  let revision = 0
  let last: Promise<unknown> = Promise.resolve()

  const changed = (): StoredDocument[] =>
    kinds.flatMap((kind) =>
      shelves[kind]
        .changed()
        .map((document) => ({ kind, id: document.id, body: JSON.stringify(document) })),
    )

  async function run<T>(work: (session: BankSession) => T): Promise<T> {
    let given: { value: T } | undefined
    try {
      revision = await store.exclusively(revision, (newer) => {
        for (const kind of kinds) shelves[kind].takeBack()
        for (const { kind, body } of newer)
          if (Object.hasOwn(shelves, kind)) shelves[kind as Kind].read(body)
        const bankNow = now().getTime() + conditionsOf(shelves).offsetMs
        given = { value: work({ state: shelves, now: bankNow, tells: false }) }
        return changed()
      })
    } catch (error) {
      for (const kind of kinds) shelves[kind].takeBack()
      throw error
    }
    for (const kind of kinds) shelves[kind].done()
    if (given === undefined) throw new Error('the store did not run the work')
    return given.value
  }

  return {
    /** Runs `work` alone: what it puts is kept for good, or not at all where it throws. */
    change<T>(work: (session: BankSession) => T): Promise<T> {
      const done = last.then(() => run(work))
      last = done.catch(() => {})
      return done
    },
  }
}

export type KeptState = ReturnType<typeof openState>
