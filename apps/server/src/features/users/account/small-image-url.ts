/** Returns the URL of an avatar or portrait in the smallest width; null without an image. */
export const smallImageUrl = (imageName: string | null): string | null =>
  imageName ? `/media/${imageName}/320.webp` : null
