// What sandboxed commands may read of the system: its programs and libraries, and of /etc what these need, by name. Nothing
// of it is secret, and nothing is taken because it happens to be there.

import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const programs = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/run/current-system',
]

const settings = [
  'alternatives',
  'fonts',
  'group',
  'hosts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'localtime',
  'magic',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'pki/ca-trust',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
]

/** Settings of languages, which carry their version in their names. */
const languages = /^(java-[\w.-]+|perl|python[\d.]*|maven)$/

export interface SystemPath {
  path: string
  /** Where it leads to, for a folder that is a link, such as /bin. */
  target?: string
}

/** `hasNetwork`: also where names are resolved. */
export function listSystemFolders({ hasNetwork = false } = {}): SystemPath[] {
  const names = [
    ...settings,
    ...(hasNetwork ? ['resolv.conf', 'host.conf', 'gai.conf'] : []),
    ...readdirSync('/etc').filter((name) => languages.test(name)),
  ]
  return [
    ...programs.filter((path) => existsSync(path)).map(describe),
    // A link in /etc is followed: where it leads to may not be shown under its own name.
    ...names
      .map((name) => join('/etc', name))
      .filter((path) => existsSync(path))
      .map((path) => ({ path })),
  ]
}

function describe(path: string): SystemPath {
  return lstatSync(path).isSymbolicLink() ? { path, target: readlinkSync(path) } : { path }
}
