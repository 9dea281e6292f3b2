import hooks from 'node:async_hooks'

/**
 * The hook by which Node's test runner knows to which suite a `test()` or a `before()` belongs. It is called for every
 * promise of the process, an eighth of the processor time of the calls' tests, and nothing needs it once a file has
 * registered its tests; an error outside of a test's own promise is then reported without the name of the test.
 */
export const registration = { enable() {}, disable() {} }

const { createHook } = hooks
// The runner makes the first hook of the process: this module is loaded before it (`--import`).
hooks.createHook = (callbacks) => {
  hooks.createHook = createHook
  const hook = createHook(callbacks)
  registration.enable = () => void hook.enable()
  registration.disable = () => void hook.disable()
  return hook
}
