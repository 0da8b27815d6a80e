// What is pictured, and on what: only data. How each scene is set stands in set-….ts; the index and the test of the
// folder follow from here.

export const devices = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const
export const themes = ['light', 'dark'] as const

export type Device = keyof typeof devices
export type Theme = (typeof themes)[number]

export interface Scene {
  device: Device
  name: string
  /** Stands above the pictures, and for them where they cannot be seen. */
  title: string
}

export const scenes = [
  { device: 'desktop', name: 'join', title: 'First run: the owner link opens one page' },
  { device: 'desktop', name: 'first-session', title: 'The first session' },
  {
    device: 'desktop',
    name: 'sub-agents',
    title: 'Three sub-agents that branched off and came back, and their tree',
  },
  { device: 'desktop', name: 'approval', title: 'A call that waits for somebody’s word' },
  { device: 'desktop', name: 'sessions', title: 'Sessions by need, with one of them beside the list' },
  {
    device: 'desktop',
    name: 'session',
    title: 'A turn folded to a line, and one opened to its tools and a diff',
  },
  { device: 'desktop', name: 'long-session', title: 'A long session' },
  { device: 'desktop', name: 'streaming', title: 'An answer while it is written, and who looks on' },
  { device: 'desktop', name: 'queue', title: 'Messages that wait' },
  { device: 'desktop', name: 'discussion', title: 'A discussion of one moment, beside its session' },
  { device: 'desktop', name: 'inbox', title: 'The inbox, across all sessions' },
  { device: 'desktop', name: 'search', title: 'Search in what was said and done' },
  { device: 'desktop', name: 'palette', title: 'The command palette' },
  { device: 'desktop', name: 'shortcuts', title: 'Keyboard shortcuts' },
  { device: 'desktop', name: 'agents', title: 'Agents' },
  { device: 'desktop', name: 'models', title: 'Providers of models' },
  { device: 'desktop', name: 'add-provider', title: 'Adding a provider' },
  {
    device: 'desktop',
    name: 'channels',
    title: 'A bot on Discord: what a look found, and the link by which it is let in',
  },
  { device: 'desktop', name: 'link-account', title: 'Linking an account on another platform' },
  { device: 'desktop', name: 'usage', title: 'Usage by day' },
  { device: 'phone', name: 'first-session', title: 'The first session on a phone' },
  { device: 'phone', name: 'sub-agents', title: 'Sub-agents on a phone' },
  { device: 'phone', name: 'sessions', title: 'Sessions by need on a phone' },
  { device: 'phone', name: 'session', title: 'A session on a phone' },
  { device: 'phone', name: 'discussion', title: 'A discussion on a phone' },
  { device: 'phone', name: 'inbox', title: 'The inbox on a phone' },
  { device: 'phone', name: 'search', title: 'Search on a phone' },
  { device: 'phone', name: 'composer', title: 'Writing on a phone, with a picture attached' },
] as const satisfies readonly Scene[]

type Listed = (typeof scenes)[number]
export type SceneName<D extends Device> = Extract<Listed, { device: D }>['name']

export const picturesFolder = 'docs/screenshots'
/** Of one picture, and of all: they are in every clone for ever. */
export const pictureBytesMax = 200_000
export const allPicturesBytesMax = 5_000_000

export function fileNameOf({ device, name }: Scene, theme: Theme): string {
  return `${device}-${theme}-${name}.png`
}
