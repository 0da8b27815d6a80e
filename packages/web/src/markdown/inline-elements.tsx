// Words and what is done to them, as elements.

import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { strings } from '../strings.ts'
import { chooseLink } from './choose-link.ts'
import styles from './markdown.module.css'
import { hasMarks, splitMarks } from './mention-marks.ts'
import type { InlineNode } from './nodes.ts'

export function Inline({ nodes }: { nodes: readonly InlineNode[] }) {
  return nodes.map((node, at) => <InlineElement key={at} node={node} />)
}

function InlineElement({ node }: { node: InlineNode }) {
  switch (node.kind) {
    case 'text':
      return hasMarks(node.text) ? <Marked text={node.text} /> : node.text
    case 'break':
      return <br />
    case 'code':
      // Of its own direction: "run()" in a Hebrew sentence is not "()run".
      return (
        <code className={styles.code} dir="auto">
          {node.text}
        </code>
      )
    case 'emphasis':
      return (
        <em>
          <Inline nodes={node.children} />
        </em>
      )
    case 'strong':
      return (
        <strong>
          <Inline nodes={node.children} />
        </strong>
      )
    case 'struck':
      return (
        <s>
          <Inline nodes={node.children} />
        </s>
      )
    case 'link':
      return (
        <Leading href={node.href}>
          <Inline nodes={node.children} />
        </Leading>
      )
    case 'image':
      return <Picture src={node.src} alt={node.alt} />
  }
}

/** A text in which somebody is mentioned. Of its own direction, as code is: the sign stands before the name. */
function Marked({ text }: { text: string }) {
  return splitMarks(text).map((part, at) =>
    part.isMention ? (
      <span key={at} className={styles.mention} data-self={part.isSelf ? '' : undefined} dir="auto">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
}

function Leading({ href, children }: { href: string; children: ReactNode }) {
  const target = chooseLink(href, window.location.origin)
  switch (target.kind) {
    case 'session':
      return <Link href={target.path}>{children}</Link>
    case 'file':
      return (
        <a href={target.path} target="_blank" rel="noreferrer noopener">
          {children}
        </a>
      )
    case 'outside':
      return (
        <a href={target.href} title={target.href} target="_blank" rel="noreferrer noopener">
          {children}
        </a>
      )
    case 'none':
      return children
  }
}

/** Images are shown when they are kept here. One from elsewhere would tell its server who reads, so it is only a link. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const [isBroken, setBroken] = useState(false)
  const target = chooseLink(src, window.location.origin)
  if (target.kind === 'file' && !isBroken) {
    return (
      <img
        className={styles.image}
        src={target.path}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    )
  }
  return <Leading href={src}>{strings.markdown.image(alt)}</Leading>
}
