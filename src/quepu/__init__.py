"""quepu 雀谱: every regional mahjong scored exactly, explained, played, replayed and studied."""
