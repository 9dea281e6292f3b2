import assert from 'node:assert/strict'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import type { World } from './world.ts'

/** Returns the events that two third-party parsers read from a calendar, in its order; both must read the same. */
export async function readCalendar(world: World, url: string) {
  const { body } = await world.app.http.inject({ url })
  const others = Object.values(nodeIcal.sync.parseICS(body)).filter(
    (part) => part?.type === 'VEVENT',
  )
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((component) => {
    const one = new ICAL.Event(component)
    const read = {
      uid: one.uid,
      sequence: one.sequence,
      starts: one.startDate.toJSDate().toISOString(),
      ends: one.endDate.toJSDate().toISOString(),
      summary: one.summary,
      location: one.location,
    }
    const other = others.find(({ uid }) => uid === one.uid) ?? assert.fail()
    assert.deepEqual(
      {
        uid: other.uid,
        sequence: Number(other.sequence),
        starts: other.start.toISOString(),
        ends: other.end?.toISOString(),
        summary: other.summary,
        location: other.location,
      },
      read,
    )
    assert.equal(one.startDate.zone, ICAL.Timezone.utcTimezone)
    const status = component.getFirstPropertyValue('status')
    assert.equal(other.status, status)
    const changed = component.getFirstPropertyValue('last-modified')
    assert.ok(changed instanceof ICAL.Time)
    return { ...read, status, changed: changed.toJSDate().getTime() }
  })
}
