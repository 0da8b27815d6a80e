// Sends one file as a form. XMLHttpRequest, because fetch does not say how much has gone out.

import { apiPrefix, type AttachmentJson, type FileJson, limits } from '@heddle/contract'
import { CallError, errorFromAnswer } from '../api/call-error.ts'
import { calls } from '../api/calls.at-build.ts'
import type { ChosenFile, UploadDeps } from './uploads.ts'

export const uploadFile: UploadDeps['send'] = (file, { key, signal, progress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    /** As long as bytes move it may take its time; what stands still is taken for dead. */
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), limits.requestTimeMs)
    }
    const end = (run: () => void) => () => {
      clearTimeout(timer)
      run()
    }
    const unreachable = end(() => reject(new CallError('unreachable', 'The server cannot be reached.')))
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      watch()
      if (lengthComputable && total > 0) progress(loaded / total)
    })
    request.addEventListener(
      'load',
      end(() => {
        try {
          resolve(readAnswer(request))
        } catch (error) {
          reject(error)
        }
      }),
    )
    request.addEventListener('error', unreachable)
    request.addEventListener('abort', unreachable)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(calls.uploadFile.method, apiPrefix + calls.uploadFile.path)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-Heddle-Request', '1')
    request.setRequestHeader('Idempotency-Key', key)
    watch()
    request.send(formOf(file))
  })

function formOf({ name, content }: ChosenFile): FormData {
  const form = new FormData()
  form.append('file', content, name)
  return form
}

function readAnswer(request: XMLHttpRequest): AttachmentJson {
  const body = parse(request.responseText)
  if (request.status < 200 || request.status > 299)
    throw errorFromAnswer(request.status, body, request.getResponseHeader('Retry-After'), Date.now())
  const answer = calls.uploadFile.answer.safeParse(body)
  if (!answer.success) throw new CallError('not_understood', 'uploadFile: the answer has another shape')
  // The table ties the shape to the name.
  const { createdAt: _, ...attachment } = answer.data as FileJson
  return attachment
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
