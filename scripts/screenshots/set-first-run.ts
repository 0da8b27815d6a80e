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

  await research(desk)
  await desk
    .getByRole('button', { name: /^(Agents|\d+ agents? at work)/ })
    .first()
    .click()
  await desk.getByRole('complementary', { name: 'Sub-agents of this session' }).waitFor()
  await camera.take(desk, 'desktop', 'sub-agents')
  await desk.keyboard.press('Escape')
  await phone.getByRole('article').getByText('Three things, side by side').waitFor()
  await camera.take(phone, 'phone', 'sub-agents')

  const field = desk.getByRole('textbox', { name: 'Message', exact: true })
  await field.fill('ask me first')
  await field.press('Enter')
  await desk.getByRole('button', { name: /once/i }).first().waitFor()
  await camera.take(desk, 'desktop', 'approval')
  await desk.context().close()
  await phone.context().close()
}

async function research(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'research three things in parallel' }).click()
  await page.getByRole('article').getByText('Three things, side by side').waitFor()
}

async function firstSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'research three things in parallel' }).waitFor()
}
