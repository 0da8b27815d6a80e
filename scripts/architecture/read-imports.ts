// Every way in which one module names another: import, export … from, import(), import type, import('…') in a type,
// import.meta.resolve, new URL('…', import.meta.url) (how workers are named), require.

import { argumentOf, isName, isNode, type Node, textPieces, visitSource } from '../syntax-tree.ts'

export interface ModuleImport {
  /** As written; undefined when it is computed and cannot be read. */
  target: string | undefined
  /** `type` disappears when types are stripped; `value` loads the module. */
  weight: 'type' | 'value'
  line: number
}

export function readImports(path: string, source: string): ModuleImport[] {
  const found: ModuleImport[] = []
  visitSource(path, source, (node) => {
    const named = importOf(node)
    if (named !== undefined) found.push({ ...named, line: lineAt(source, node) })
  })
  return found
}

function importOf(node: Node): Omit<ModuleImport, 'line'> | undefined {
  switch (node.type) {
    // `import { type A } from` still loads the module when types are stripped; only `import type` does not.
    case 'ImportDeclaration':
      return { target: literal(node.source), weight: node.importKind === 'type' ? 'type' : 'value' }
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      if (!isNode(node.source)) return undefined
      return { target: literal(node.source), weight: node.exportKind === 'type' ? 'type' : 'value' }
    case 'ImportExpression':
      return { target: literal(node.source), weight: 'value' }
    case 'TSImportType':
      return { target: literal(node.source), weight: 'type' }
    case 'TSExternalModuleReference':
      return { target: literal(node.expression), weight: 'value' }
    case 'CallExpression':
      if (!isRequire(node.callee) && !isMetaProperty(node.callee, 'resolve')) return undefined
      return { target: literal(argumentOf(node, 0)), weight: 'value' }
    case 'NewExpression':
      if (!isName(node.callee, 'URL') || !isMetaProperty(argumentOf(node, 1), 'url')) return undefined
      return codeAt(literal(argumentOf(node, 0)))
    default:
      return undefined
  }
}

/** A worker is named like this, but so are folders and pages, which are no imports. */
function codeAt(target: string | undefined): Omit<ModuleImport, 'line'> | undefined {
  return target !== undefined && /\.[cm]?[jt]sx?$/.test(target) ? { target, weight: 'value' } : undefined
}

/** The name, if it is written out. */
function literal(node: unknown): string | undefined {
  const pieces = textPieces(node)
  return pieces?.length === 1 ? pieces[0] : undefined
}

function isRequire(callee: unknown): boolean {
  if (isName(callee, 'require')) return true
  return isNode(callee) && callee.type === 'MemberExpression' && isName(callee.object, 'require')
}

function isMetaProperty(node: unknown, property: string): boolean {
  if (!isNode(node) || node.type !== 'MemberExpression') return false
  return isNode(node.object) && node.object.type === 'MetaProperty' && isName(node.property, property)
}

function lineAt(source: string, node: Node): number {
  return source.slice(0, typeof node.start === 'number' ? node.start : 0).split('\n').length
}
