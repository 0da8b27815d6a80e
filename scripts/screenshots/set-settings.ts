// The scenes of models, agents and usage, on the demo data.

import { askApi } from './ask-api.ts'
import type { Camera, Page } from './camera.ts'

export async function setSettings(camera: Camera, page: Page, url: string): Promise<void> {
  await askApi(page, 'PUT', '/providers/open-router', {
    baseUrl: 'https://openrouter.ai/api/v1',
    apiKey: 'not-a-real-key',
    models: [
      { id: 'qwen/qwen3-235b', contextTokens: 262_144, cost: { input: 0.2, output: 0.6 } },
      {
        id: 'meta-llama/llama-4-maverick',
        contextTokens: 1_048_576,
        cost: { input: 0.15, output: 0.6 },
        vision: true,
      },
    ],
  })
  await askApi(page, 'PUT', '/providers/workshop', {
    baseUrl: 'http://192.168.0.20:11434/v1',
    models: [{ id: 'gemma3:27b', contextTokens: 131_072, vision: true }],
  })
  await page.goto(`${url}/settings/models`)
  await page.getByText('2 models', { exact: true }).click()
  await page.getByText('qwen/qwen3-235b').first().waitFor()
  await camera.take(page, 'desktop', 'models')

  await page.goto(`${url}/settings/models/new`)
  await page.getByText('Ollama', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find or type a model' }).fill('llama3.2')
  await camera.take(page, 'desktop', 'add-provider')

  await page.goto(`${url}/agents`)
  await page.getByRole('heading', { name: 'Reviewer' }).waitFor()
  await camera.take(page, 'desktop', 'agents')

  await page.goto(`${url}/usage?of=team&days=7&measure=tokens`)
  await page.locator('canvas').waitFor()
  await camera.take(page, 'desktop', 'usage')
  await askApi(page, 'DELETE', '/providers/workshop')
}
