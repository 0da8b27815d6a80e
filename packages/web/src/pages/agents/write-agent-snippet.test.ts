import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeAgentSnippet } from './write-agent-snippet.ts'

const main = { id: 'main', name: 'Main "the first"', model: 'demo/demo' }

test('[UIG2] the lines for a second agent keep the first, which a list without it would drop', () => {
  const snippet = writeAgentSnippet([main])
  assert.match(snippet, /\{ id: "main", name: "Main \\"the first\\"" \},/)
  assert.match(snippet, /\{ id: "reviewer", name: "Reviewer", thinking/)
})

test('[UIG2] a new agent gets an id that is free, without regard to case', () => {
  const agents = ['main', 'Reviewer', 'writer', 'researcher', 'weaver', 'agent-2'].map((id) => ({
    ...main,
    id,
  }))
  assert.match(writeAgentSnippet(agents), /id: "agent-3"/)
  assert.doesNotMatch(writeAgentSnippet(agents), /"main"/)
  assert.match(writeAgentSnippet(agents.slice(0, 2)), /id: "writer"/)
})
