// The words of the gallery. A part of the catalogue that comes with it.

export const galleryStrings = {
  title: 'Gallery',
  about: 'Every component in every state, without a server.',
  all: 'All fixtures',
}
