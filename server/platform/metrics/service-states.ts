import type { OUTSIDE_SERVICES } from '#contract/operator-today.ts'

type OutsideService = (typeof OUTSIDE_SERVICES)[number]

type ServiceState = {
  readonly isUp: boolean
  /** Since when it has been so, as far as this process has asked. */
  readonly since: Date
}

type ServiceStates = {
  /** What the last question showed; null where this process has not asked yet. */
  stateOf(name: OutsideService): ServiceState | null
  /**
   * The same port, whose calls are noted: one that rejects, or answers what `isDown` says, found the service down.
   * Calls that return no promise ask nothing, and a rejection that `tellsNothing` shows neither.
   */
  watched<Port extends object>(
    name: OutsideService,
    port: Port,
    isDown?: (answer: unknown) => boolean,
    tellsNothing?: (error: unknown) => boolean,
  ): Port
}

/** Keeps the last states of the services outside in this process. */
export function makeServiceStates(now: () => Date): ServiceStates {
  const states = new Map<OutsideService, ServiceState>()
  function note(name: OutsideService, isUp: boolean): void {
    if (states.get(name)?.isUp !== isUp) states.set(name, { isUp, since: now() })
  }
  return {
    stateOf: (name) => states.get(name) ?? null,
    watched: (name, port, isDown = () => false, tellsNothing = () => false) =>
      new Proxy(port, {
        get(target, key, receiver) {
          const member: unknown = Reflect.get(target, key, receiver)
          if (typeof member !== 'function') return member
          return (...given: unknown[]) => {
            const answer: unknown = Reflect.apply(member, target, given)
            if (answer instanceof Promise)
              answer.then(
                (value) => note(name, !isDown(value)),
                (error: unknown) => {
                  if (!tellsNothing(error)) note(name, false)
                },
              )
            return answer
          }
        },
      }),
  }
}
