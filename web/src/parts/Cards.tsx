/** A window with models to choose from, each on a card that says what it is. */
import { Dialog } from "./Dialog";
import { Told } from "./Told";

interface Card {
  title: string;
  file: string;
  text: string;
  open(): void;
}

export function Cards({ title, cards, close }: { title: string; cards: Card[] | undefined; close(): void }) {
  const choose = (card: Card) => {
    close();
    card.open();
  };
  return (
    <Dialog title={title} wide close={close}>
      {!cards && <p class="empty">They come with the engine, which is not ready yet.</p>}
      <ul class="cards">
        {cards?.map((card) => (
          <li key={card.file}>
            <button type="button" onClick={() => choose(card)}>
              <strong>{card.title}</strong>
              <small>{card.file}</small>
              <span>
                <Told text={card.text} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
