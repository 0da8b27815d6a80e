// The routes of model providers and of what was used.

import type { Route } from './route.ts'
import * as model from './model-shapes.ts'
import { nothing, pageOf } from './shapes.ts'

export const modelRoutes = {
  listProviders: {
    method: 'GET',
    path: '/providers',
    action: 'settings.read',
    status: 200,
    answer: pageOf(model.providerShape),
    summary: 'Where models come from: those of the file and those set in the web. Keys are never given out.',
  },
  saveProvider: {
    method: 'PUT',
    path: '/providers/{name}',
    action: 'settings.change',
    status: 200,
    body: model.saveProviderInput,
    answer: model.providerShape,
    summary: 'Add or change a provider that the file does not set; its key is kept sealed.',
  },
  removeProvider: {
    method: 'DELETE',
    path: '/providers/{name}',
    action: 'settings.change',
    status: 204,
    answer: nothing,
    summary: 'Remove a provider that was set in the web, and its key.',
  },
  testModel: {
    method: 'POST',
    path: '/models/test',
    action: 'settings.change',
    status: 200,
    body: model.testModelInput,
    answer: model.modelTestShape,
    summary: 'Ask a model for one word, to see whether address, key and name are right. Keeps nothing.',
  },
  readUsage: {
    method: 'GET',
    path: '/usage',
    action: 'usage.read',
    status: 200,
    query: model.usageQuery,
    answer: model.usageReportShape,
    summary: 'Tokens and cost by day, agent, model and, for admins, member.',
  },
} as const satisfies Record<string, Route>
