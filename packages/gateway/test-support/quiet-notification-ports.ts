// What notifications ask of others, where nobody discusses anything, looks on or can be written to directly.

import type { Attendance, DirectPlaces, SourceReader } from '../src/notifications/notifications.ts'

export interface NotificationPorts {
  sources: SourceReader
  attendance: Attendance
  directPlaces: DirectPlaces
  linkBase(): string
  agentName(agentId: string): string
}

export const quietNotificationPorts: NotificationPorts = {
  sources: { read: async () => undefined, readText: async () => null, readUpTo: async () => new Map() },
  attendance: { isThere: () => false },
  directPlaces: { find: () => undefined },
  linkBase: () => 'https://heddle.test',
  agentName: (id) => id,
}
