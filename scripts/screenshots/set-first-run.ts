// The scenes of a place where nobody is yet.

import type { Camera, Page } from './camera.ts'
import type { Place } from './start-place.ts'

export async function setFirstRun(camera: Camera, place: Place): Promise<void> {
  if (place.ownerLink === undefined) throw new Error('the gateway printed no owner link')
  const desk = await camera.openPage('desktop')
  await desk.goto(place.ownerLink)
  await desk.getByLabel('Name').fill('Ann Lee')
  await desk.getByLabel('Password', { exact: true }).fill('a quiet warp line')
  await desk.getByLabel('Name').focus()
  await camera.take(desk, 'desktop', 'join')
  await desk.getByRole('button', { name: 'Join', exact: true }).click()
  await firstSession(desk)
  await camera.take(desk, 'desktop', 'first-session')

  const phone = await camera.openPage('phone')
  await phone.context().addCookies(await desk.context().cookies())
  await phone.goto(desk.url())
  await firstSession(phone)
  await camera.take(phone, 'phone', 'first-session')
  await desk.context().close()
  await phone.context().close()
}

async function firstSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'research three things in parallel' }).waitFor()
}
