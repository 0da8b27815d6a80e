// What a row of a sub-agent opens to at a press: fetched when the page rests.

import { loadLater } from '../../../components/load-later.tsx'

export const steerForm = loadLater(async () => (await import('./steer-form.tsx')).SteerForm)
export const stopQuestion = loadLater(async () => (await import('./stop-question.tsx')).StopQuestion)
export const spawnDetails = loadLater(async () => (await import('./spawn-details.tsx')).SpawnDetails)
