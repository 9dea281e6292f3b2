import { randomInt, randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'

/** One action on a dataset of its own; a repeated `ask` is the same action. */
type UseCase = {
  ask(): Promise<{ status: number }>
  /** The action completes through work that is due afterwards, at our side and at the bank's. */
  readonly settles?: true
}
export type Begin = (world: World) => Promise<UseCase>

/**
 * An unused name of five different words, without digits: some would read as a telephone number, which the word filter
 * holds back.
 */
export function anyName(): string {
  const name = randomUUID().replaceAll(/\d/gu, () => 'abcdef'[randomInt(6)] ?? '')
  return new Set(name.split('-')).size === 5 ? name : anyName()
}

type UseCaseInput = Parameters<World['call']>[1]
type As = Parameters<World['call']>[2]

export const asking =
  (world: World, endpoint: AnyEndpoint, input: UseCaseInput = {}, as: As = {}): UseCase['ask'] =>
  () =>
    world.call(endpoint, input, { address: freshAddress(), ...as })

export const ofArtist =
  (
    endpoint: AnyEndpoint,
    body: (world: World, artist: { id: string; username: string }) => object,
  ): Begin =>
  async (world) => {
    const artist = await world.artist()
    return { ask: asking(world, endpoint, { body: body(world, artist) }, artist) }
  }
export const ofAdmin =
  (endpoint: AnyEndpoint, input: (world: World) => Promise<UseCaseInput> | UseCaseInput): Begin =>
  async (world) => {
    const admin = await world.artist({ role: 'ADMIN' })
    return { ask: asking(world, endpoint, await input(world), admin) }
  }

/** A stage where «А» plays, «Б» and «В» are queued, and «Г» is ordered. */
export async function busyStage(world: World) {
  const context = await makeStage(world)
  await context.scheduled('А', 'Б', 'В', 'Г')
  await context.queued('А', 'Б', 'В')
  await context.next()
  return context
}
