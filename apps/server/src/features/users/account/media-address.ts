/** Returns the URL of a user's avatar in the smallest width; null for initials. */
export const mediaAddress = (imageName: string | null): string | null =>
  imageName ? `/media/${imageName}/320.webp` : null
