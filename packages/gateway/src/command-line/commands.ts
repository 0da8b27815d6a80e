// Every command by its name. What one does is loaded when it is the one that was asked for.

import type { CommandDefinition } from './command.ts'

export interface CommandEntry {
  summary: string
  load(): Promise<CommandDefinition>
}

export const commands: Readonly<Record<string, CommandEntry>> = {
  start: {
    summary: 'Start Heddle and serve until stopped.',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  init: {
    summary: 'Write a configuration file.',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  doctor: {
    summary: 'Check everything that Heddle needs, and say what to do.',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  config: {
    summary: 'Check and show the configuration.',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  user: {
    summary: 'Make, list, change and remove members; make invite links.',
    load: async () => (await import('./commands/user.ts')).userCommand,
  },
  token: {
    summary: 'Make, list and revoke API tokens.',
    load: async () => (await import('./commands/token.ts')).tokenCommand,
  },
  secret: {
    summary: 'Keep secrets, sealed.',
    load: async () => (await import('./commands/secret.ts')).secretCommand,
  },
  session: {
    summary: 'List, show and export sessions; run commands in them.',
    load: async () => (await import('./commands/session.ts')).sessionCommand,
  },
  chat: {
    summary: 'Talk with an agent, here in the terminal.',
    load: async () => (await import('./commands/chat.ts')).chatCommand,
  },
  backup: {
    summary: 'Make a backup, also while Heddle runs.',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'Put a backup back.',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  logs: {
    summary: 'Show what Heddle wrote to its log.',
    load: async () => (await import('./commands/logs.ts')).logsCommand,
  },
}
