// What people do in the browser, in words, and what must never happen meanwhile.

import type { Browser, BrowserContext, Page } from 'playwright-core'

export interface Visitor {
  context: BrowserContext
  page: Page
  /** What the browser refused or broke on; empty if all is well. */
  complaints: string[]
}

export type Device = 'desk' | 'phone'
export const devices: readonly Device[] = ['desk', 'phone']

export interface VisitOptions {
  /** A phone has fingers, and a window as narrow as they come. */
  device?: Device
  width?: number
  withServiceWorker?: boolean
}

export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visitor> {
  const isPhone = options.device === 'phone'
  const width = options.width ?? (isPhone ? 390 : 1280)
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 800 },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    // What a worker answers, a test cannot hold back or change.
    serviceWorkers: options.withServiceWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // A refused or dropped request is logged by the browser itself and may be meant.
    const isNetwork = /Failed to load resource|net::ERR|WebSocket .* HTTP Authentication failed/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isNetwork) complaints.push(message.text())
  })
  return { context, page, complaints }
}

export interface Account {
  name: string
  handle: string
  password: string
}

export async function join(page: Page, link: string, account: Account): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Handle').fill(account.handle)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  // Into a first session; viewers, who may not begin one, to the list.
  await page.waitForURL(/\/sessions(?:\/ses_|$)/)
}

export async function signIn(page: Page, account: Pick<Account, 'handle' | 'password'>): Promise<void> {
  await page.getByLabel('Handle').fill(account.handle)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function makeInvite(page: Page, url: string, role: string): Promise<string> {
  await page.goto(`${url}/members/invites`)
  await page.getByRole('button', { name: 'Invite people' }).first().click()
  await page.getByText(role, { exact: true }).click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByRole('dialog').locator('code').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}

export async function say(page: Page, text: string, chord = 'Enter'): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await field.fill(text)
  // On a phone Enter begins a new line.
  const isTouch = await page.evaluate(() => matchMedia('(hover: none) and (pointer: coarse)').matches)
  if (isTouch && chord === 'Enter') await page.getByRole('button', { name: 'Send', exact: true }).click()
  else await field.press(chord)
}
