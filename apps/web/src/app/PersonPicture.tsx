import classes from "./person-picture.module.css";

interface PersonPictureProps {
  user: { name: string; image?: string | null | undefined };
  /** Side, in pixels. */
  size: number;
}

/** A person's picture, or the first letter of their name. Pages load pictures of our own alone, so one from elsewhere is not asked for. */
export function PersonPicture({ user: { name, image }, size }: PersonPictureProps) {
  const style = { width: size, height: size, fontSize: size / 2 };
  if (image?.startsWith("data:image/")) return <img className={classes.picture} style={style} src={image} alt="" />;
  const [initial = ""] = name.toUpperCase();
  return <span className={classes.picture} style={style} data-initial={initial} />;
}
