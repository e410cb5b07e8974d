export const archiveErrorTexts = {
  'not-zip': 'This is not an archive we know, or it is only partly downloaded. Download it again.',
  damaged: 'The file is damaged or only partly downloaded. Download it again.',
  'too-large': 'This archive is too big when opened. We stopped to protect your device.',
  locked: 'The archive is encrypted. Unpack it, make a ZIP without a password, and choose that.',
  'instagram-html': 'This is the HTML download, made for reading. Ask Instagram again and choose JSON as the format.',
  'packed-otherwise': 'This is a .tar.gz from an older server. Unpack it, make a ZIP of the folder, and choose that.',
  'not-loaded': 'A part of this page is missing, maybe because you are offline. Try again.',
  part: 'It has photos, but not the list of posts. Add the first part, or all other parts.',
  'several-networks': 'These are archives of different networks. Choose the files of one at a time.',
  unknown: 'It has no posts from Instagram, Mastodon or Pixelfed. Choose the file as you downloaded it.',
  unreadable: 'The posts in it could not be read. Download the archive again.',
} as const
