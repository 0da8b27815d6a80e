// What a browser test begins with: a gateway and a browser, mostly with the owner signed in, often with a model that
// the test holds. One for a whole file, because to open it takes as long as several tests.

import type { Browser } from 'playwright-core'
import { ann } from './accounts.ts'
import { connectModel, invite, joinBy } from './by-http.ts'
import { type HeldModel, openHeldModel } from './held-model.ts'
import { openBrowser } from './open-browser.ts'
import { type Gateway, startGateway } from './start-gateway.ts'
import { type Account, visit, type VisitOptions, type Visitor } from './visit.ts'

/** Nobody owns it yet. */
export interface EmptyHouse {
  readonly browser: Browser
  readonly url: string
  readonly ownerLink: string
  /** Where the gateway's data is. */
  readonly folder: string
  /** Someone whom the gateway does not know. */
  visit(options?: VisitOptions): Promise<Visitor>
  /** Whoever that is, in another window. */
  visitAs(who: Visitor, options?: VisitOptions): Promise<Visitor>
  /** Ends the gateway without saying goodbye. */
  kill(): Promise<void>
  stop(): Promise<void>
  startAgain(): Promise<void>
  close(): Promise<void>
}

export interface House extends EmptyHouse {
  readonly owner: Visitor
  /** Someone new who has joined. */
  add(account: Account, role: 'admin' | 'member' | 'viewer', options?: VisitOptions): Promise<Visitor>
}

export interface HouseWithModel extends House {
  readonly model: HeldModel
}

/** `config`: what stands in the gateway's heddle.json5. */
export async function openEmptyHouse(config?: object): Promise<EmptyHouse> {
  const [first, browser] = await Promise.all([startGateway(config), openBrowser()])
  let gateway: Gateway = first
  return {
    browser,
    url: first.url,
    ownerLink: first.ownerLink ?? '',
    folder: first.folder,
    visit: (options) => visit(browser, options),
    async visitAs(who, options) {
      const visitor = await visit(browser, options)
      await visitor.context.addCookies(await who.context.cookies())
      return visitor
    },
    kill: () => gateway.kill(),
    stop: () => gateway.stop(),
    async startAgain() {
      gateway = await gateway.startAgain()
    },
    async close() {
      await Promise.all([browser.close(), gateway.stop()])
      await first.remove()
    },
  }
}

export async function openHouse(config?: object): Promise<House> {
  const house = await openEmptyHouse(config)
  const owner = await house.visit()
  await joinBy(owner.context, house.ownerLink, ann)
  return {
    ...house,
    owner,
    async add(account, role, options) {
      const visitor = await house.visit(options)
      await joinBy(visitor.context, await invite(owner.context, house.url, role), account)
      return visitor
    },
  }
}

export async function openHouseWithModel(config?: object): Promise<HouseWithModel> {
  const [house, model] = await Promise.all([openHouse(config), openHeldModel()])
  await connectModel(house.owner.context, house.url, model)
  return {
    ...house,
    model,
    async close() {
      await house.close()
      model.close()
    },
  }
}
