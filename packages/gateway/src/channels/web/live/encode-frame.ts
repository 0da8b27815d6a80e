// Frames as bytes. What goes to many is made once.

import type { EventJson, ServerFrame } from '@heddle/contract'

export function encodeFrame(frame: ServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame))
}

export function encodeEvent(scope: string, event: EventJson): Buffer {
  return encodeFrame({ type: 'ev', scope, ...event })
}

export interface Piece {
  msgId: string
  att: number
  off: number
  t: string
}

export function encodePiece(scope: string, piece: Piece): Buffer {
  return encodeFrame({ type: 'd', scope, ...piece })
}

/** A long text in pieces that each fit a frame, whatever JSON makes of its characters. */
export function cutPieces(piece: Piece, frameBytesMax: number): Piece[] {
  // A character is at most six bytes of JSON; a quarter of the frame is left for what surrounds it.
  const chars = Math.max(1, Math.floor((frameBytesMax * 3) / 4 / 6))
  const pieces: Piece[] = []
  let at = 0
  while (piece.t.length - at > chars) {
    const end = endBetweenCharacters(piece.t, at + chars)
    pieces.push({ ...piece, off: piece.off + at, t: piece.t.slice(at, end) })
    at = end
  }
  if (at < piece.t.length) pieces.push({ ...piece, off: piece.off + at, t: piece.t.slice(at) })
  return pieces
}

/** Half of a character is none: UTF-8 could not carry it. */
function endBetweenCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}
