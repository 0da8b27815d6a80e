// What a server that is a program sees of our environment: what any program needs to run, and what its entry says. Pure.

const shared = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  // Windows.
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'WINDIR',
] as const

export function chooseServerEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>> = {},
  mark: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = shared.flatMap((name) => {
    const value = own[name]
    // A function of a shell, which would run in the next one.
    return value === undefined || value.startsWith('()') ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), ...named, ...mark }
}
