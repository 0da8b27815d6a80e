// Finds what could reach the network beside the one way out: modules that open connections, and the globals that do.

import { isBuiltin } from 'node:module'
import { isName, isNode, type Node, visitSource } from '../syntax-tree.ts'
import { readImports } from './read-imports.ts'

const modules = new Set(['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'dns/promises'])
const packages = new Set([
  'undici',
  'node-fetch',
  'axios',
  'got',
  'ws',
  'eventsource',
  '@discordjs/rest',
  '@discordjs/ws',
])
const globals = ['fetch', 'WebSocket', 'EventSource']

/** One line each, as `node:http` or `fetch`. */
export function findWaysOut(path: string, source: string): string[] {
  const found = new Set<string>()
  for (const { target = '', weight } of readImports(path, source)) {
    if (weight === 'type') continue
    const name = target.replace(/^node:/, '')
    if (isBuiltin(target) ? modules.has(name) : packages.has(target)) found.add(target)
  }
  for (const name of globalsIn(path, source)) found.add(name)
  return [...found]
}

/** Calls of a global, unless the file has something of its own under that name. */
function globalsIn(path: string, source: string): string[] {
  const called = new Set<string>()
  const own = new Set<string>()
  visitSource(path, source, (node) => {
    for (const name of globals) {
      if (isCallOf(node, name)) called.add(name)
      if (declares(node, name)) own.add(name)
    }
  })
  return globals.filter((name) => called.has(name) && !own.has(name))
}

function isCallOf(node: Node, name: string): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  const { callee } = node
  if (isName(callee, name)) return true
  const isOnGlobal =
    isNode(callee) && callee.type === 'MemberExpression' && isName(callee.object, 'globalThis')
  return isOnGlobal && isName(callee.property, name)
}

/** As a parameter, a variable, a function, or something imported or taken apart. */
function declares(node: Node, name: string): boolean {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
      return isName(node.id, name) || isTakenApart(node.id, name) || hasParameter(node, name)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return hasParameter(node, name)
    case 'ImportSpecifier':
      return isName(node.local, name)
    default:
      return false
  }
}

function hasParameter(node: Node, name: string): boolean {
  const { params } = node
  return Array.isArray(params) && params.some((param) => isName(param, name) || isTakenApart(param, name))
}

function isTakenApart(pattern: unknown, name: string): boolean {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern' || !Array.isArray(pattern.properties)) return false
  return pattern.properties.some((property) => isNode(property) && isName(property.value, name))
}
