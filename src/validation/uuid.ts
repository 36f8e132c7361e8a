const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, in small letters or in capitals. */
export const isUuid = (text: string): boolean => UUID.test(text);
