// One's own settings, and those of the place for admins. Each part has its own address.

import type { ReactNode } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useInbox } from '../../inbox/inbox-context.tsx'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { AgentsSection } from './agents-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AuditSection } from './audit-section.tsx'
import { ChannelsSection } from './channels/channels-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { ModelsSection } from './models/models-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import { chooseSections, sectionAt, type SectionId } from './sections.ts'
import styles from './settings-page.module.css'
import { SignInsSection } from './sign-ins-section.tsx'
import { TeamSection } from './team-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import { ServersSection } from './tools/servers-section.tsx'
import { ToolsSection } from './tools/tools-section.tsx'
import { YouSection } from './you-section.tsx'

const parts: Record<SectionId, () => ReactNode> = {
  you: () => <YouSection />,
  appearance: () => <AppearanceSection />,
  notifications: () => <NotificationsSection />,
  keyboard: () => <KeyboardSection />,
  'sign-ins': () => <SignInsSection />,
  tokens: () => <TokensSection />,
  models: () => <ModelsSection />,
  agents: () => <AgentsSection />,
  tools: () => <ToolsSection />,
  mcp: () => <ServersSection />,
  channels: () => <ChannelsSection />,
  team: () => <TeamSection />,
  audit: () => <AuditSection />,
}

export function SettingsPage() {
  const sections = chooseSections(useMe().role, useInbox().isOn !== false)
  const [path] = useLocation()
  const here = sectionAt(sections, path)
  if (!here) return <Redirect to="/settings" replace />
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label={strings.settings.title}>
        {sections.map((section) => (
          <Link
            key={section.id}
            href={section.href}
            className={styles.link}
            aria-current={section.id === here.id ? 'page' : undefined}
          >
            {section.title}
          </Link>
        ))}
      </nav>
      <div key={here.id} className={styles.part}>
        {parts[here.id]()}
      </div>
    </div>
  )
}
